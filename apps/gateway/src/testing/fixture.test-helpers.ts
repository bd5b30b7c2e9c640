/** The interface of this release with one more service and field, which the gateway knows from their protos alone. */
import { loadProtos, rawDefinition } from '@pacioli/protos'
import { Contract } from '../contract/descriptors.ts'
import { Interface } from '../contract/interface.ts'

const root = loadProtos(`${import.meta.dirname}/fixture/`)

export const fixture = new Interface(new Contract(root))

/** What a server of the fixture serves. */
export const definitionOf = (service: string) => rawDefinition(root.lookupService(service))

export const messageOf = (name: string) => root.lookupType(name)
