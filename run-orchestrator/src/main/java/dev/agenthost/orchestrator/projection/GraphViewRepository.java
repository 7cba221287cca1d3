package dev.agenthost.orchestrator.projection;

import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores the latest view of each graph of actions. Every method fails if the database is unavailable. */
public interface GraphViewRepository {
    int MOST = 50;

    /** Stores a view instead of the one before it; run and event stay those of the first one. */
    Uni<Void> put(GraphView view);

    /** Returns the views of a conversation, the latest first, at most {@value #MOST}. */
    Uni<List<GraphView>> list(String workspaceId, ConversationKey conversation);
}
