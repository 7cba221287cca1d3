package dev.agenthost.local.settings;

import dev.agenthost.local.model.ChatModel;
import dev.agenthost.local.postgres.DatabaseAddress;

/**
 * What a service has to know of the box around it.
 *
 * @param bootstrapServers the broker
 * @param database the one database, with a schema for each service
 * @param contextStore where services reach context-store
 * @param model what the box's own agent asks
 */
public record ServiceEnvironment(
        String bootstrapServers, DatabaseAddress database, String contextStore, BoxKeys keys, ChatModel model) {}
