import { useQuery } from '@tanstack/react-query'
import { listProofs } from '#features/savings/proofs/contract.ts'
import type { TransactionId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { AddPaper } from '#ui/AddPaper.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { PaperList } from '#ui/PaperList.tsx'
import { type Proof, saveProof, sendBill, sendProof, useProofUrl } from './proofs-api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const words = {
  proof: {
    title: strings.proof,
    button: strings.addProof,
    hint: strings.aPhotographOfTheTeller,
    done: strings.proofAdded,
    send: sendProof,
  },
  bill: {
    title: strings.receiptOrBill,
    button: strings.addReceiptOrBill,
    hint: strings.aPhotoOfTheReceipt,
    done: strings.receiptAdded,
    send: sendBill,
  },
} as const

/** What the member sent with a payment that they reported, or the bills of an expense; nothing where there is none and none can be added. */
export function Proofs({ transactionId, of = 'proof' }: { transactionId: TransactionId; of?: keyof typeof words }) {
  const { title, button, hint, done, send } = words[of]
  const asked = useQuery(query(listProofs, { transactionId }))
  if (asked.isError) return <LoadProblem title={strings.failedToLoadTheProof} of={asked} />
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
          hint={fill(strings.jpegPngOrPdfAt, { hint })}
          done={done}
          send={(file, onProgress) => send(transactionId, file, onProgress)}
        />
      )}
    </section>
  )
}

function Picture({ transactionId, proof }: { transactionId: TransactionId; proof: Proof }) {
  const url = useProofUrl(transactionId, proof.id)
  return url ? <img src={url} alt={fill(strings.proofFileName, { fileName: proof.fileName })} /> : null
}
