import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide'
import { useState } from 'react'
import { getPush, turnOffPush } from '#features/access/push/contract.ts'
import { sentence } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { type PushState, pushState, subscribe, unsubscribe } from '#ui/pwa/push.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import * as strings from './strings.ts'

/** Whether notifications come to this device while the app is closed. */
export function PushCard() {
  const asked = useQuery(query(getPush, {}))
  const queries = useQueryClient()
  const [state, setState] = useState(pushState)
  const [isTurningOn, setTurningOn] = useState(false)
  const [problem, setProblem] = useState<string>()
  const look = () => queries.invalidateQueries({ queryKey: query(getPush, {}).queryKey })
  const turnOff = useAction(turnOffPush, {
    onSuccess: () =>
      void unsubscribe()
        .catch(() => undefined)
        .then(look),
  })
  async function turnOn(publicKey: string) {
    setTurningOn(true)
    setProblem(undefined)
    try {
      await subscribe(publicKey, { greet: true })
      await look()
    } catch (error) {
      setProblem(sentence(error))
    } finally {
      setState(pushState())
      setTurningOn(false)
    }
  }
  return (
    <Card title={strings.notifications} description={strings.theyComeToThisDevice}>
      {asked.isError && <LoadProblem title={strings.failedToLoadWhetherNotifications} of={asked} />}
      {asked.isPending && <Skeleton height="44px" />}
      {asked.data &&
        (asked.data.isOn ? (
          <Button icon={BellOff} busy={turnOff.isPending} onClick={() => turnOff.mutate({})}>
            {strings.turnOffNotifications}
          </Button>
        ) : state === 'possible' ? (
          <Button icon={Bell} busy={isTurningOn} onClick={() => void turnOn(asked.data.publicKey)}>
            {strings.turnOnNotifications}
          </Button>
        ) : (
          <p className="muted">{whyNot[state]}</p>
        ))}
      {(problem ?? turnOff.error) && (
        <Banner tone="danger" title={strings.nothingWasChanged}>
          {problem ?? sentence(turnOff.error)}
        </Banner>
      )}
    </Card>
  )
}

const whyNot: Record<Exclude<PushState, 'possible'>, string> = {
  'install-first': strings.onAnIphoneOrIpad,
  blocked: strings.thisBrowserBlocksNotificationsOf,
  impossible: strings.thisBrowserCantShowNotifications,
}
