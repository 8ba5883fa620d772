import { Tx } from '#server/db/tx.ts'
const original = (Tx.prototype as any).many
const wrap = (name: string) => { const f = (Tx.prototype as any)[name]; (Tx.prototype as any)[name] = async function (s: any) { const t = performance.now(); const r = await f.call(this, s); const d = performance.now() - t; if (d > 40) console.log(name, d.toFixed(0), s.strings.join('?').replace(/\s+/g, ' ').slice(0, 110)); return r } }
void original
wrap('many'); wrap('run')
process.env.BENCH_SIZES = '5000'
await import('./bench-payroll.ts')
