import { useQuery } from '@tanstack/react-query'
import { listProofs } from '#contract/money/transaction-proofs.ts'
import type { TransactionId } from '#domain/ids.ts'
import { query } from '#web/api/query.ts'
import { AddPaper } from '#web/ui/AddPaper.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { PaperList } from '#web/ui/PaperList.tsx'
import { type Proof, saveProof, sendBill, sendProof, useProofUrl } from './proofs-api.ts'

const words = {
  proof: {
    title: 'Proof',
    button: 'Add proof',
    hint: 'A photograph of the teller or a screenshot of the transfer',
    done: 'Proof added',
    send: sendProof,
  },
  bill: {
    title: 'Receipt or bill',
    button: 'Add receipt or bill',
    hint: 'A photo of the receipt or the bill',
    done: 'Receipt added',
    send: sendBill,
  },
} as const

/** What the member sent with a payment that they reported, or the bills of an expense; nothing where there is none and none can be added. */
export function Proofs({ transactionId, of = 'proof' }: { transactionId: TransactionId; of?: keyof typeof words }) {
  const { title, button, hint, done, send } = words[of]
  const asked = useQuery(query(listProofs, { transactionId }))
  if (asked.isError) return <LoadProblem title="Failed to load the proof" of={asked} />
  const { proofs = [], addable = false } = asked.data ?? {}
  if (proofs.length === 0 && !addable) return null
  return (
    <section className="stack" aria-label={title}>
      <h3>{title}</h3>
      {proofs.length > 0 && (
        <PaperList
          papers={proofs}
          save={(proof) => saveProof(transactionId, proof)}
          picture={(proof) =>
            proof.mediaType.startsWith('image/') && <Picture transactionId={transactionId} proof={proof} />
          }
        />
      )}
      {addable && (
        <AddPaper
          label={button}
          hint={`${hint}; JPEG, PNG or PDF, at most 5 MB. It can’t be removed again.`}
          done={done}
          send={(file, onProgress) => send(transactionId, file, onProgress)}
        />
      )}
    </section>
  )
}

function Picture({ transactionId, proof }: { transactionId: TransactionId; proof: Proof }) {
  const url = useProofUrl(transactionId, proof.id)
  return url ? <img src={url} alt={`Proof: ${proof.fileName}`} /> : null
}
