import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint, Parsed } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import type { CallReply } from '#ui/api/call.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Checkbox } from './Checkbox.tsx'
import { CheckboxGroup } from './CheckboxGroup.tsx'
import { DateField } from './DateField.tsx'
import { formInput } from './form-input.ts'
import { FormDialog, FormDrawer, useTried } from './FormDrawer.tsx'
import { MoneyField } from './MoneyField.tsx'
import { Select } from './Select.tsx'
import { TextAreaField, TextField } from './TextField.tsx'
import { toast } from './toast.ts'
import { useEdits } from './use-edits.ts'

type Values = Record<string, unknown>
/** What one field needs. The type of its value is held by `fieldsFor`, which knows the contract. */
// oxlint-disable-next-line typescript/no-explicit-any -- a component takes it as the type that it shows
type Bound = { value: any; onChange: (value: any) => void; error: string | undefined }
type Filled = { values: Values; field: (name: string) => Bound }
const Filled = createContext<Filled | undefined>(undefined)

type Props<E extends Endpoint> = Pick<
  ComponentProps<typeof FormDrawer>,
  'title' | 'description' | 'children' | 'instead'
> & {
  endpoint: E
  /** What is sent besides the fields, such as whose record it is. */
  given?: object
  /** The record that is changed: its fields begin with what it holds, and what was not typed is left out where it may be. */
  held?: object | undefined
  /** With what the other fields begin; it is sent as it is. */
  start?: { [Name in keyof Parsed<E>]?: NonNullable<Parsed<E>[Name]> extends string ? string : Parsed<E>[Name] }
  /** What is wrong by rules that the contract does not hold, by field. */
  wrong?: (values: Partial<Body<E>>) => Partial<Record<string, string | undefined>>
  button: ReactNode
  /** Above a refusal that no field shows: “This was not recorded”. */
  failed: string
  /** What a toast says once it is done. */
  says?: string | ((reply: CallReply<E>) => string)
  /** Once it is done; without it the form closes. */
  onDone?: (reply: CallReply<E>) => unknown
  onClose: () => void
  /** A dialog in the middle in place of a drawer. */
  isDialog?: boolean
}

/**
 * The form of one action, in a drawer or a dialog. The contract says what is wrong with a field, in the words in which the
 * server would; it says so once somebody tried to send. Fields are those of `fieldsFor`, by their names in the contract. An
 * emptied field is sent as null where the contract takes null, and is left out where it may be left out. Closed fields, lost
 * replies, what waits for a second officer and what is filled in and not saved are as `Form` and `Dialog` have them.
 */
export function ActionForm<E extends Endpoint>({
  endpoint,
  given = {},
  held = {},
  start = {},
  wrong,
  failed,
  says,
  onDone,
  onClose,
  isDialog = false,
  ...frame
}: Props<E>) {
  const { values, edits, edit } = useEdits<Values>({ ...held, ...start })
  const action = useAction(endpoint)
  const { input, problems } = formInput(endpoint, {
    held: held as Values,
    start: start as Values,
    edits,
    given,
    wrong: wrong?.(values as Partial<Body<E>>) ?? {},
  })
  const tried = useTried(action, problems)
  const field = (name: string): Bound => ({
    value: values[name],
    onChange: (value: unknown) => {
      edit({ [name]: value })
      if (action.error) action.reset()
    },
    error: tried.shown[name],
  })
  const submit = () =>
    action.mutate(input as unknown as Parsed<E>, {
      onSuccess: (reply) => {
        if (says !== undefined) toast.success(typeof says === 'string' ? says : says(reply))
        void (onDone ?? onClose)(reply)
      },
    })
  const Frame = isDialog ? FormDialog : FormDrawer
  return (
    <Frame
      {...frame}
      id={`${endpoint.method}${endpoint.path}`.replaceAll(/\W+/g, '-')}
      tried={tried}
      failed={failed}
      onSubmit={submit}
      onClose={onClose}
    >
      <Filled value={{ values, field }}>{frame.children}</Filled>
    </Frame>
  )
}

type Body<E> = E extends { body: infer B extends z.ZodMiniType } ? z.output<B> : never
/** The fields of a contract that hold such a value. */
type Holding<Input, Value> = {
  [Name in keyof Input]-?: [NonNullable<Input[Name]>] extends [Value] ? Name : never
}[keyof Input] &
  string
type Given<Component extends (props: never) => unknown, Name> = Omit<
  Parameters<Component>[0],
  'value' | 'onChange' | 'error' | 'chosen'
> & { name: Name }

function useField(name: string): Bound {
  const filled = use(Filled)
  if (!filled) throw new Error('A field is in an ActionForm')
  return filled.field(name)
}
const texted = ({ value, ...field }: Bound) => ({ value: (value ?? '') as string, ...field })

/**
 * The fields of one endpoint, each bound by its name in the contract: `const f = fieldsFor<typeof recordRemittance>()`, then
 * `<f.Money name="amount" label="Amount" />`. A name that the contract does not have, or that holds something else, does not
 * compile.
 */
export function fieldsFor<E extends Endpoint>() {
  type Input = Body<E>
  return {
    Text: ({ name, ...rest }: Given<typeof TextField, Holding<Input, string>>) => (
      <TextField {...rest} {...texted(useField(name))} />
    ),
    LongText: ({ name, ...rest }: Given<typeof TextAreaField, Holding<Input, string>>) => (
      <TextAreaField {...rest} {...texted(useField(name))} />
    ),
    Money: ({ name, ...rest }: Given<typeof MoneyField, Holding<Input, Kobo>>) => (
      <MoneyField {...rest} {...useField(name)} />
    ),
    Day: ({ name, ...rest }: Given<typeof DateField, Holding<Input, Day>>) => (
      <DateField {...rest} {...texted(useField(name))} />
    ),
    Choice: ({ name, ...rest }: Given<typeof Select<string>, Holding<Input, string>>) => (
      <Select<string> {...rest} {...texted(useField(name))} />
    ),
    Tick: ({ name, ...rest }: Given<typeof Checkbox, Holding<Input, boolean>>) => {
      const { value, ...field } = useField(name)
      return <Checkbox {...rest} checked={value === true} {...field} />
    },
    Ticks: ({ name, ...rest }: Given<typeof CheckboxGroup<string>, Holding<Input, readonly string[]>>) => {
      const { value, ...field } = useField(name)
      return <CheckboxGroup {...rest} chosen={(value ?? []) as string[]} {...field} />
    },
    /** Any other field: `<f.Any name="paidThrough">{(field) => <PaidThrough label="Into" {...field} />}</f.Any>`. */
    Any: ({ name, children }: { name: keyof Input & string; children: (field: Bound) => ReactNode }) => (
      <>{children(useField(name))}</>
    ),
    /** Shows its children for some values alone. */
    When: ({ is, children }: { is: (values: Partial<Input>) => boolean; children: ReactNode }) =>
      is((use(Filled)?.values ?? {}) as Partial<Input>) ? <>{children}</> : null,
  }
}
