package dev.agenthost.bench.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.bench.relay.TopicTail;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.Topics;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the durable ends of runs from {@code agent.run-results}, beside the consumers of the services. */
final class RunEndConsumer implements AutoCloseable {
    private static final String DELTAS_ONLY = "agenthost-deltas-only";

    private final Map<String, CompletableFuture<Long>> ends = new ConcurrentHashMap<>();
    private final TopicTail tail;

    private RunEndConsumer(String broker) throws InterruptedException {
        tail = TopicTail.start("ends", broker, Topics.RUN_RESULTS, this::take);
    }

    static RunEndConsumer start(String broker) throws InterruptedException {
        return new RunEndConsumer(broker);
    }

    /** Completes when the run has completed, also if the end was read before; fails if the run ended otherwise. */
    CompletionStage<Long> endOf(String runId) {
        var end = of(runId);
        end.whenComplete((at, failure) -> ends.remove(runId));
        return end;
    }

    private CompletableFuture<Long> of(String runId) {
        return ends.computeIfAbsent(runId, id -> new CompletableFuture<>());
    }

    private void take(ConsumerRecord<byte[], byte[]> record, long now) {
        if (record.headers().lastHeader(DELTAS_ONLY) != null) {
            return;
        }
        var results = json(record.value());
        var last = results.path("results").path(results.path("results").size() - 1);
        var type = last.path("type").asText();
        if (!TerminalResultTypes.areEndedBy(type)) {
            return;
        }
        var end = of(results.path("run_id").asText());
        if (type.equals(TerminalResultTypes.WELL)) {
            end.complete(now);
        } else {
            end.completeExceptionally(new IOException(type + " " + last.path("data")));
        }
    }

    private static JsonNode json(byte[] value) {
        try {
            return ProtocolCodec.mapper().readTree(value);
        } catch (IOException e) {
            throw new IllegalStateException("a record of results is no JSON", e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        tail.close();
    }
}
