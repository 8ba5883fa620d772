import { withoutMarks } from '#core/folding.ts'

/** The default alphabet of GSM 03.38; a character of the extension takes two places. */
const gsm = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Za-z£¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà]*$/
const gsmExtension = /[\f^{}\\[~\]|€]/g

const plain: Record<string, string> = {
  '₦': 'N',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '×': 'x',
  '⁄': '/',
  '·': '-',
  '•': '-',
}

const pictures = / ?[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{fe0f}\u{200d}]+/gu

/**
 * As SMS carry it cheaply: one letter outside the alphabet of GSM, such as ọ, would halve what a part holds, so letters lose
 * their marks and hooks, signs take their nearest form, and pictures go.
 */
export function smsText(text: string): string {
  return withoutMarks(text.normalize('NFKC').replaceAll(pictures, '')).replaceAll(
    /[₦“”‘’–—…×⁄·•]/g,
    (sign) => plain[sign] ?? sign,
  )
}

/** How many messages the networks count and charge. */
export function smsParts(text: string): number {
  const inGsm = gsm.test(text.replaceAll(gsmExtension, ''))
  const places = inGsm ? text.length + (text.match(gsmExtension)?.length ?? 0) : text.length
  const [one, each] = inGsm ? [160, 153] : [70, 67]
  return places <= one ? 1 : Math.ceil(places / each)
}
