package dev.agenthost.protocol.architecture.sound.cdi;

import dev.agenthost.protocol.architecture.sound.run.http.Resource;
import dev.agenthost.protocol.architecture.sound.run.postgres.PostgresLedger;

/** The wiring may know several leaves. */
public record Wiring(PostgresLedger repository, Resource resource) {}
