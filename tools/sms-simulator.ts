import { simulatedKeys, startSmsSimulator } from '#server/messages/sms-simulator.ts'

/** Plays both providers of SMS for development: prints what would ring on a phone, and reports it as delivered to a server at port 3000. */
const { PORT: port = '3999', AJOSE_URL: server = 'http://127.0.0.1:3000' } = process.env

const simulator = await startSmsSimulator(Number(port), (sms) => {
  console.log(`${sms.to} (${sms.provider}): ${sms.text}`)
  const status = sms.provider === 'termii' ? 'Delivered' : 'Success'
  // The server notes the provider's id once it has this reply.
  setTimeout(() => {
    simulator.report(server, sms, status).catch(() => console.log(`No server at ${server} takes the receipt.`))
  }, 1000)
})
console.log(`Start the server with these settings:
SMS_PROVIDER=termii,africastalking
TERMII_URL=${simulator.url}
AFRICASTALKING_URL=${simulator.url}
${Object.entries(simulatedKeys)
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')}`)
