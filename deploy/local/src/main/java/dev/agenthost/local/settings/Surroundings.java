package dev.agenthost.local.settings;

import dev.agenthost.local.keys.BoxKeys;
import dev.agenthost.local.postgres.DatabaseAddress;

/**
 * What a service has to know of the box around it.
 *
 * @param bootstrapServers the broker
 * @param database the one database, with a schema for each service
 * @param contextStore where services reach context-store
 */
public record Surroundings(String bootstrapServers, DatabaseAddress database, String contextStore, BoxKeys keys) {}
