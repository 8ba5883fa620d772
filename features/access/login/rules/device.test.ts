import { expect, test } from 'vitest'
import { deviceName } from './device.ts'

test('a device is named as its owner would name it', () => {
  const names = {
    'Mozilla/5.0 (Linux; Android 13; TECNO KG5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36':
      'Chrome on an Android phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1':
      'Safari on an iPhone',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0':
      'Edge on a Windows computer',
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0': 'Firefox on a Linux computer',
    'curl/8.5.0': 'An unknown device',
    '': 'An unknown device',
  }
  for (const [agent, name] of Object.entries(names)) expect(deviceName(agent)).toBe(name)
})
