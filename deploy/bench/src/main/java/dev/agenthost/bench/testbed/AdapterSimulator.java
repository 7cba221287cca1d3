package dev.agenthost.bench.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.load.Target;
import dev.agenthost.bench.relay.KafkaClients;
import dev.agenthost.bench.relay.TopicTail;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * An adapter by docs/adapters.md: publishes events on {@code agent.inbound.<adapter>}, reads deltas and answers from {@code
 * agent.outbound.<adapter>}, and publishes receipts.
 */
public final class AdapterSimulator implements AutoCloseable {
    /** The one that every box allows, for each bot of its workspace. */
    private static final String NAME = BoxKeys.DEMO;

    private static final String INBOUND = Topics.inbound(NAME);
    private static final String DELIVERED = "delivered";

    private final String bot;
    private final RunEndConsumer ends;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, CompletableFuture<Long>> underWay = new ConcurrentHashMap<>();
    private final TopicTail answers;
    private final TopicTail receipts;

    private AdapterSimulator(String broker, String bot, RunEndConsumer ends) throws InterruptedException {
        this.bot = bot;
        this.ends = ends;
        producer = KafkaClients.producer(broker);
        answers = TopicTail.start("adapter-answers", broker, Topics.outbound(NAME), (record, now) -> show(record));
        receipts = TopicTail.start("adapter-receipts", broker, Topics.DELIVERY_RECEIPTS, this::settle);
    }

    /** Returns when it listens. */
    static AdapterSimulator start(String broker, String bot, RunEndConsumer ends) throws InterruptedException {
        return new AdapterSimulator(broker, bot, ends);
    }

    /**
     * Runs that succeed when the receipt of their answer is durable on {@code agent.delivery-receipts}; each in a conversation of
     * its own.
     */
    public Target untilReceipt(String text) {
        return number -> {
            var id = UUID.randomUUID().toString();
            var event = EventIds.of(BoxKeys.DEMO, NAME, bot, id);
            var run = RunIds.of(BoxKeys.DEMO, event, 0).value().toString();
            var settled = new CompletableFuture<Long>();
            underWay.put(run, settled);
            send("message.received", id, id, event(id, text)).whenComplete((sent, failure) -> fail(settled, failure));
            ends.endOf(run).whenComplete((at, failure) -> fail(settled, failure));
            return settled.whenComplete((at, failure) -> underWay.remove(run));
        };
    }

    private static void fail(CompletableFuture<Long> settled, @Nullable Throwable failure) {
        if (failure != null) {
            settled.completeExceptionally(failure);
        }
    }

    private ObjectNode event(String conversation, String text) {
        var data =
                object().put("bot_id", bot).put("conversation_id", conversation).put("text", text);
        data.putObject("actor").put("actor_id", "bench");
        data.putObject("delivery")
                .put("supports_streaming", true)
                .putObject("reply_target")
                .put("chat_id", conversation);
        return data;
    }

    /** Publishes the receipt of an answer without showing it. */
    private void show(ConsumerRecord<byte[], byte[]> record) {
        if (type(record).equals(CloudEventHeaders.OUTBOUND_DELTA_TYPE)) {
            return;
        }
        var reply = json(record);
        var run = reply.path("run_id").asText();
        int part = reply.path("part").asInt();
        send(
                CloudEventHeaders.RECEIPT_TYPE,
                "receipt/" + run + "/" + part,
                run,
                object().put("run_id", run).put("part", part).put("status", DELIVERED));
    }

    private void settle(ConsumerRecord<byte[], byte[]> record, long now) {
        var receipt = json(record);
        var settled = underWay.get(receipt.path("run_id").asText());
        if (settled == null) {
            return;
        }
        if (receipt.path("status").asText().equals(DELIVERED)) {
            settled.complete(now);
        } else {
            settled.completeExceptionally(new IOException("the receipt says " + receipt));
        }
    }

    private CompletableFuture<Void> send(String type, String id, String key, ObjectNode data) {
        var record = new ProducerRecord<>(INBOUND, bytes(key), ProtocolCodec.encode(data));
        Map.of(
                        CloudEventHeaders.SPEC_VERSION, "1.0",
                        CloudEventHeaders.ID, id,
                        CloudEventHeaders.SOURCE, "/bench",
                        CloudEventHeaders.TYPE, type,
                        CloudEventHeaders.CONTENT_TYPE, "application/json")
                .forEach((name, value) -> record.headers().add(name, bytes(value)));
        var sent = new CompletableFuture<Void>();
        producer.send(record, (position, failure) -> {
            if (failure == null) {
                sent.complete(null);
            } else {
                sent.completeExceptionally(failure);
            }
        });
        return sent;
    }

    private static String type(ConsumerRecord<byte[], byte[]> record) {
        var header = record.headers().lastHeader(CloudEventHeaders.TYPE);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static JsonNode json(ConsumerRecord<byte[], byte[]> record) {
        try {
            return ProtocolCodec.mapper().readTree(record.value());
        } catch (IOException e) {
            throw new IllegalStateException("a record of " + record.topic() + " is no JSON", e);
        }
    }

    private static ObjectNode object() {
        return ProtocolCodec.mapper().createObjectNode();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws InterruptedException {
        answers.close();
        receipts.close();
        producer.close(Duration.ZERO);
    }
}
