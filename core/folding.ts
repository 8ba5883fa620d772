/** Letters of Nigerian languages from which no mark can be taken, and those that are written for them on a plain keyboard. */
export const hookedLetters: Readonly<Record<string, string>> = {
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
  ǝ: 'e',
  Ǝ: 'E',
  ŋ: 'n',
  Ŋ: 'N',
  ɔ: 'o',
  Ɔ: 'O',
  ɛ: 'e',
  Ɛ: 'E',
  ʼ: "'",
}

const hooked = new RegExp(`[${Object.keys(hookedLetters).join('')}]`, 'gu')

/** A text without tone marks, dots below and hooks: Ọ̀gẹ́ is Oge, Ɗanladi is Danladi. What has no plain form stays. */
export function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(hooked, (letter) => hookedLetters[letter] ?? letter)
}
