/**
 * What each word is called on screen. A word that a newer server sends and this version does not know is shown as itself,
 * so that a page of yesterday's app still reads.
 */
export function labelled<const Labels extends Readonly<Record<string, string>>>(labels: Labels): Labels {
  return new Proxy(labels, {
    get: (known, word): unknown =>
      typeof word === 'string' && !Object.hasOwn(known, word) && word !== ''
        ? ownWords(word)
        : Reflect.get(known, word),
  })
}

/** `paid_out`: “Paid out”. */
function ownWords(word: string): string {
  const text = word.replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
