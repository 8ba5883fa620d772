/** Sentences of what was agreed, each a paragraph; nothing where there are none. */
export function InWords({ sentences }: { sentences: readonly (string | null)[] }) {
  return sentences.filter(Boolean).map((sentence) => <p key={sentence}>{sentence}</p>)
}
