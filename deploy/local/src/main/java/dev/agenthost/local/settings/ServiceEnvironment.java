package dev.agenthost.local.settings;

import dev.agenthost.local.model.ChatModel;
import dev.agenthost.testkit.postgres.DatabaseAddress;

/**
 * The parts of a box that the settings of a service refer to.
 *
 * @param bootstrapServers the broker
 * @param database the one database, with a schema for each service
 * @param contextStore address of context-store for services
 * @param runOrchestrator address of run-orchestrator for services
 * @param eventGateway address of event-gateway for services
 * @param deliveryService address of delivery-service for services
 * @param model of the box's own agent
 */
public record ServiceEnvironment(
        String bootstrapServers,
        DatabaseAddress database,
        String contextStore,
        String runOrchestrator,
        String eventGateway,
        String deliveryService,
        BoxKeys keys,
        ChatModel model) {}
