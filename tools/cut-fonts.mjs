// Cuts Inter to the letters that Nigerian names, money and our own texts need: one small file for all weights. Cuts
// Bricolage Grotesque to one weight for the headlines of the public pages, which are our own English. Printed reports
// carry two fixed weights of the same Inter, because a PDF knows no font with many.
// Run `node tools/cut-fonts.mjs` after a new release of either; the results are committed.
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

const letters = [
  range(0x20, 0x7e),
  '\u00a0·',
  // Names of the neighbours, and vowels with the tone marks of Yoruba and Igbo.
  'ÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜàáâäçèéêëìíîïñòóôöùúûü',
  // Yoruba, Igbo and Hausa: dots below, dots above, hooked letters, nasals with tones.
  'ẸẹỌọṢṣỊịỤụṄṅŃńǸǹḾḿƁɓƊɗƘƙƳƴʼ',
  // The tone marks on their own, from the same file as their letters, or they float.
  '\u0300\u0301\u0304\u0323',
  '₦–—‘’“”…•−×→✓',
].join('')

/** A browser has them in another font; a report has no other. Each mark brings all letters that it is ever written on. */
const rarer = '\u0302\u0303\u0307\u030c£€©←ÃÅÆÕØÝßãåæõøýÿĀāĒēĪīŌōŪū§«°»½‚„÷↑↓'

await cutFont(
  new URL('../node_modules/inter-ui/variable/InterVariable.woff2', import.meta.url),
  webFont('inter'),
  letters,
  { variationAxes: { wght: { min: 400, max: 700 }, opsz: 14 }, keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'tnum'] },
)
for (const [name, wght] of [
  ['regular', 400],
  ['bold', 700],
]) {
  const source = new URL('../node_modules/inter-ui/variable/InterVariable.woff2', import.meta.url)
  const options = {
    variationAxes: { wght, opsz: 14 },
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'tnum'],
    targetFormat: 'truetype',
  }
  await cutFont(source, new URL(`../server/files/inter-${name}.ttf`, import.meta.url), letters + rarer, options)
}
const bricolage = new URL(
  '../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
  import.meta.url,
)
await cutFont(bricolage, webFont('bricolage'), `${range(0x20, 0x7e)}–—‘’“”…`, {
  variationAxes: { wght: 700, wdth: 100, opsz: 36 },
  keepFeatures: ['kern'],
})

function webFont(name) {
  return new URL(`../web/ui/fonts/${name}.woff2`, import.meta.url)
}

async function cutFont(source, target, kept, options) {
  const cut = await subsetFont(await readFile(source), kept, { targetFormat: 'woff2', noHinting: true, ...options })
  await writeFile(target, cut)
  process.stdout.write(`${target.pathname}: ${(cut.length / 1024).toFixed(1)} KiB\n`)
}
