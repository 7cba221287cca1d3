package dev.agenthost.protocol.house.sound.cdi;

import dev.agenthost.protocol.house.sound.run.http.Resource;
import dev.agenthost.protocol.house.sound.run.postgres.PostgresLedger;

/** The wiring may know several leaves. */
public record Wiring(PostgresLedger ledger, Resource resource) {}
