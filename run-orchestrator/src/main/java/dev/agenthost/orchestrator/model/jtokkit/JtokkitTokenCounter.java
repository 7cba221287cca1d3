package dev.agenthost.orchestrator.model.jtokkit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import dev.agenthost.orchestrator.flowcontrol.FairWorkspaceExecutor;
import dev.agenthost.orchestrator.model.ModelFailure;
import dev.agenthost.orchestrator.model.TokenCountInput;
import dev.agenthost.orchestrator.model.TokenCounter;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Counts on one thread of its own, that is there while there is something to count: no event loop waits for it, and a flood of it takes one
 * core. Workspaces take turns. The tables of an encoding are read when it is first used.
 */
public final class JtokkitTokenCounter implements TokenCounter {
    private final EncodingRegistry encodings = Encodings.newLazyEncodingRegistry();
    private final FairWorkspaceExecutor turns;

    public JtokkitTokenCounter() {
        this(thread());
    }

    JtokkitTokenCounter(Executor thread) {
        this.turns = new FairWorkspaceExecutor(thread);
    }

    private static Executor thread() {
        ThreadPoolExecutor thread =
                new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread counting = new Thread(work, "token-counter");
                    counting.setDaemon(true);
                    return counting;
                });
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    @Override
    public Uni<Integer> count(String workspaceId, String model, ObjectNode request) {
        return turns.ask(workspaceId, () -> counted(model, TokenCountInput.of(request)))
                .onFailure(RejectedExecutionException.class)
                .transform(full -> new ModelFailure(
                        AgentApiError.of(FailureCode.RATE_LIMITED, "Too much is being counted, try again")));
    }

    /** OpenAI's newest encoding stands in for those that nobody publishes. */
    private int counted(String model, TokenCountInput counted) {
        Encoding encoding =
                encodings.getEncodingForModel(model).orElseGet(() -> encodings.getEncoding(EncodingType.O200K_BASE));
        return counted.besides()
                + counted.texts().stream()
                        .mapToInt(encoding::countTokensOrdinary)
                        .sum();
    }
}
