// Cuts Inter to the letters that Nigerian names, money and our own texts need: one small file for all weights.
// Run `node tools/cut-fonts.mjs` after a new inter-ui; the result is committed.
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

const letters = [
  range(0x20, 0x7e),
  '\u00a0£§©«°·»½',
  // Western names, and vowels with the tone marks of Yoruba and Igbo.
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿĀāĒēĪīŌōŪū',
  // Yoruba, Igbo and Hausa: dots below, dots above, hooked letters, nasals with tones.
  'ẸẹỌọṢṣỊịỤụṄṅŃńǸǹḾḿƁɓƊɗƘƙƳƴʼ',
  // The tone marks on their own, from the same file as their letters, or they float.
  '\u0300\u0301\u0302\u0303\u0304\u030c\u0323\u0307',
  '₦€–—‘’‚“”„…•−×÷→←↑↓✓',
].join('')

const source = new URL('../node_modules/inter-ui/variable/InterVariable.woff2', import.meta.url)
const target = new URL('../web/ui/fonts/inter.woff2', import.meta.url)

const cut = await subsetFont(await readFile(source), letters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 }, opsz: 14 },
  keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'tnum'],
  noHinting: true,
})
await writeFile(target, cut)
process.stdout.write(`web/ui/fonts/inter.woff2: ${(cut.length / 1024).toFixed(1)} KiB\n`)
