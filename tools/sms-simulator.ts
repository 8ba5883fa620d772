import { simulatedKeys, startSmsSimulator } from '#platform/messages/sms-simulator.ts'
import { simulatedWhatsApp, startWhatsAppSimulator } from '#platform/messages/whatsapp-simulator.ts'

/**
 * Plays both providers of SMS and, at the next port, WhatsApp for development: prints what would ring on a phone, and reports
 * it as delivered to a server at port 3000.
 */
const { PORT: port = '3999', AJOSE_URL: server = 'http://127.0.0.1:3000' } = process.env

/** The server notes the provider's id once it has the reply. */
const reportSoon = (report: () => Promise<Response>) =>
  setTimeout(() => {
    report().catch(() => console.log(`No server at ${server} takes the receipt.`))
  }, 1000)

const simulator = await startSmsSimulator(Number(port), (sms) => {
  console.log(`${sms.to} (${sms.provider}): ${sms.text}`)
  reportSoon(() => simulator.report(server, sms, sms.provider === 'termii' ? 'Delivered' : 'Success'))
})
const whatsApp = await startWhatsAppSimulator(Number(port) + 1, ({ id, to, template, parameters }) => {
  console.log(`${to} (whatsapp, ${template}): ${parameters.join(' | ')}`)
  reportSoon(() => whatsApp.report(server, [{ id, status: 'delivered' }]))
})
console.log(`Start the server with these settings:
SMS_PROVIDER=termii,africastalking
TERMII_URL=${simulator.url}
AFRICASTALKING_URL=${simulator.url}
WHATSAPP_URL=${whatsApp.url}
${Object.entries({ ...simulatedKeys, ...simulatedWhatsApp })
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')}`)
