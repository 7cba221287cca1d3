package dev.agenthost.orchestrator.projection;

import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.topic.ConversationKey;

/**
 * The latest view of a graph of actions.
 *
 * @param conversation the conversation; in it, the id of the graph's run names the view
 * @param run the run of the host that has published it first
 * @param event the event of that run
 * @param latest the publication of this view
 */
public record GraphView(
        ConversationKey conversation, RunKey run, EventId event, UiProjection projection, ViewPublication latest) {}
