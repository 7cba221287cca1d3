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
 * Counts tokens on one dedicated thread, which ends when idle: counting blocks no event loop and uses at most one core. Workspaces
 * share the thread fairly. The tables of an encoding are loaded on first use.
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
        return turns.submit(workspaceId, () -> countTokens(model, TokenCountInput.of(request)))
                .onFailure(RejectedExecutionException.class)
                .transform(rejected -> new ModelFailure(
                        AgentApiError.of(FailureCode.RATE_LIMITED, "Too many token counts are pending; try again")));
    }

    /** Counts with OpenAI's newest encoding if the encoding of the model is unknown. */
    private int countTokens(String model, TokenCountInput input) {
        Encoding encoding =
                encodings.getEncodingForModel(model).orElseGet(() -> encodings.getEncoding(EncodingType.O200K_BASE));
        return input.besides()
                + input.texts().stream().mapToInt(encoding::countTokensOrdinary).sum();
    }
}
