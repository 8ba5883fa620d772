/**
 * What each word is called on screen. A word that a newer server sends and this version does not know is shown as itself,
 * so that a page of yesterday's app still reads. The mark lets the build leave out labels that no page shows.
 */
/* @__NO_SIDE_EFFECTS__ */
export function labelled<const Labels extends Readonly<Record<string, string>>>(labels: Labels): Labels {
  return new Proxy(labels, { get: (known, word: string) => known[word] ?? word })
}
