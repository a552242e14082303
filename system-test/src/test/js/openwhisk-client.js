'use strict'

// Calls a function platform through OpenWhisk's own client library, and prints what came of each call as one JSON object.
// Arguments: the platform's address, its key, and a request envelope in Base64 that namenode0 can answer.

const openwhisk = require('openwhisk')

const NEW_ACTION = 'of-openwhisks-client'
const POLLS = 100
const PAUSE_MILLIS = 50

const [address, key, request] = process.argv.slice(2)
const client = openwhisk({ apihost: address, api_key: key })

// The name of a refusal and its status, or that there was none.
async function refusal (call) {
  try {
    return { refused: false, answer: await call }
  } catch (e) {
    return { refused: true, name: e.name, status: e.statusCode, error: e.error }
  }
}

// Records of invocations that nobody waits for are there a little later.
async function recorded (activationId) {
  for (let i = 0; i < POLLS; i++) {
    const found = await refusal(client.activations.get(activationId))
    if (!found.refused) {
      return found.answer
    }
    await new Promise(resolve => setTimeout(resolve, PAUSE_MILLIS))
  }
  throw new Error('no record of ' + activationId)
}

async function invocations () {
  const blocking = await client.actions.invoke({ name: 'namenode0', blocking: true, params: { request } })
  const { activationId } = await client.actions.invoke({ name: 'namenode0', params: { request } })
  return {
    blocking,
    result: await client.actions.invoke({ name: 'namenode0', blocking: true, result: true, params: { request } }),
    left: activationId,
    recorded: await recorded(activationId),
    recordedResult: await client.activations.result(activationId),
    recordedLogs: await client.activations.logs(activationId),
    activations: await client.activations.list({ limit: 200 }),
    applicationError: await refusal(
      client.actions.invoke({ name: 'namenode0', blocking: true, result: true, params: { request: '!' } }))
  }
}

async function registrations () {
  const definition = {
    name: NEW_ACTION,
    action: '',
    kind: 'blackbox',
    exec: { image: 'lambdafs/namenode' },
    limits: { timeout: 30000, memory: 256, logs: 0, concurrency: 8 },
    annotations: { purpose: 'a test' },
    params: { greeting: 'hello' }
  }
  return {
    created: await client.actions.create(definition),
    again: await refusal(client.actions.create(definition)),
    updated: await client.actions.update(definition),
    got: await client.actions.get(NEW_ACTION),
    badLimit: await refusal(client.actions.update({ ...definition, limits: { memory: 1 } })),
    deleted: await client.actions.delete(NEW_ACTION),
    gone: await refusal(client.actions.get(NEW_ACTION))
  }
}

async function main () {
  const wrong = openwhisk({ apihost: address, api_key: 'wrong:key' })
  return {
    actions: await client.actions.list(),
    nameNode: await client.actions.get('namenode0'),
    wrongKey: await refusal(wrong.actions.list()),
    unknownAction: await refusal(client.actions.invoke({ name: 'namenode4711', blocking: true })),
    invocations: await invocations(),
    registrations: await registrations()
  }
}

main().then(
  answers => console.log(JSON.stringify(answers)),
  e => {
    console.error(e)
    process.exitCode = 1
  })
