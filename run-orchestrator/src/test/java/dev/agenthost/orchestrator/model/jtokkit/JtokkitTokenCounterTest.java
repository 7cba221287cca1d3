package dev.agenthost.orchestrator.model.jtokkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.model.ModelFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** One thread counts for all, as the test lets it. */
class JtokkitTokenCounterTest {
    private final Queue<Runnable> thread = new ArrayDeque<>();
    private final JtokkitTokenCounter counter = new JtokkitTokenCounter(thread::add);

    @Test
    void manyCountsOfOneWorkspaceDelayAnotherByOneTurn() {
        List<String> counted = new ArrayList<>();
        for (String workspace : List.of("flood", "flood", "flood", "other")) {
            counter.count(workspace, "gpt-4", request()).subscribe().with(tokens -> counted.add(workspace));
        }

        while (!thread.isEmpty()) {
            thread.remove().run();
        }

        assertThat(counted).containsExactly("flood", "other", "flood", "flood");
    }

    @Test
    void refusesAsRateLimitedWhenTheQueueIsFull() {
        JtokkitTokenCounter full = new JtokkitTokenCounter(work -> {
            throw new RejectedExecutionException("full");
        });
        List<Throwable> refused = new ArrayList<>();

        full.count("ws-1", "gpt-4", request()).subscribe().with(tokens -> {}, refused::add);

        assertThat(refused).singleElement().isInstanceOfSatisfying(ModelFailure.class, why -> assertThat(
                        why.error().code())
                .isEqualTo("rate_limited"));
    }

    private static ObjectNode request() {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        request.putArray("messages").addObject().put("role", "user").put("content", "hello");
        return request;
    }
}
