package dev.agenthost.orchestrator.projection;

import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores the latest view of each graph of actions. Every method fails if the database is unavailable. */
public interface GraphViewRepository {
    int MOST = 50;

    /** Stores a view instead of an older one; run and event stay those of the first one. A newer view stays as it is. */
    Uni<Void> put(GraphView view);

    /**
     * Returns views of a conversation, the latest graph first: the latest {@value #MOST}, and the latest {@value #MOST} that have not ended.
     * A graph whose run was cancelled while it waited is cancelled.
     */
    Uni<List<GraphView>> list(String workspaceId, ConversationKey conversation);
}
