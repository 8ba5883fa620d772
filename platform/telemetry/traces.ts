import { type Attributes, context, propagation, type SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** Costs nearly nothing until tracing is started. No span has a value of a field in it. */
const tracer = trace.getTracer('ajose')

type Traced = { kind?: SpanKind; attributes?: Attributes; headers?: Record<string, unknown> }

/** Does work in a span of its own, under the one it is called in, or under that of the caller whose `headers` name one. */
export function traced<T>(name: string, { headers, ...options }: Traced, work: () => Promise<T>): Promise<T> {
  const parent = headers ? propagation.extract(context.active(), headers) : context.active()
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      // Its kind alone: the message may have a value in it.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'thrown' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Sends spans to a collector that speaks OTLP over HTTP, in the background. Returns how to send the last ones and stop. */
export async function startTracing(endpoint: string, version: string): Promise<() => Promise<void>> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'ajose', 'service.version': version }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: 5000 }),
      ),
    ],
  })
  provider.register()
  // A collector that is gone must not fail the stop of the server.
  return () => provider.shutdown().catch(() => undefined)
}
