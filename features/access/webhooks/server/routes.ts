import * as contract from '#features/access/webhooks/contract.ts'
import { bind, bindShortList } from '#platform/http/bind.ts'
import { addWebhook, replaceWebhookSecret } from './add-webhook.ts'
import { listDeliveries, listWebhooks } from './queries.ts'
import { removeWebhook } from './remove-webhook.ts'
import { sendDeliveryAgain } from './send-delivery-again.ts'
import { switchOnWebhook } from './switch-on-webhook.ts'
import { testWebhook } from './test-webhook.ts'

export const webhookRoutes = [
  bindShortList(contract.listWebhooks, listWebhooks, ['url']),
  bind(contract.addWebhook, addWebhook),
  bind(contract.removeWebhook, removeWebhook),
  bind(contract.switchOnWebhook, switchOnWebhook),
  bind(contract.replaceWebhookSecret, replaceWebhookSecret),
  bind(contract.testWebhook, testWebhook),
  bind(contract.listDeliveries, listDeliveries),
  bind(contract.sendDeliveryAgain, sendDeliveryAgain),
]
