package dev.agenthost.bench.scale;

import dev.agenthost.bench.relay.KafkaClients;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AdapterContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Publishes turns of conversations on the topics, as event-gateway and run-orchestrator write them, until context-store has
 * applied them.
 */
final class Ingest {
    /** On average: one in a record of an event, three in one of results. */
    static final int EVENTS_OF_A_RECORD = 2;

    private static final int CONVERSATIONS = 200;
    private static final RunnerId RUNNER = RunnerId.parse("plugin:agenthost/bench/default");
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final String broker;
    private final DataSeeder tables;

    /** Prefix of conversations that no earlier ingest has used. */
    private final String name;

    Ingest(String broker, DataSeeder tables, String name) {
        this.broker = broker;
        this.tables = tables;
        this.name = name;
    }

    /** The text of a turn. */
    static EntryText entry(int turn, boolean answer) {
        return EntryText.of(Integer.MAX_VALUE, 2L * turn + (answer ? 2 : 1), false);
    }

    /**
     * Records a second, from the first sent to the last applied: an event and a record of results for each turn. Fails if a record
     * was dead-lettered.
     */
    double run(int turns) throws SQLException, IOException, InterruptedException {
        var setAside = new DeadLetterCheck(broker);
        long before = tables.applied();
        long begin = System.nanoTime();
        try (var producer = KafkaClients.producer(broker)) {
            var events = new ArrayList<EventEnvelope>();
            var sent = new ArrayList<Future<RecordMetadata>>();
            for (int turn = 0; turn < turns; turn++) {
                var event = event(turn);
                events.add(event);
                sent.add(send(producer, Topics.EVENTS, event, null, event));
            }
            for (int turn = 0; turn < turns; turn++) {
                var event = events.get(turn);
                var run = RunIds.of(event.workspaceId(), event.eventId(), 0);
                send(producer, Topics.RUN_RESULTS, event, run, results(event, run, at(sent.get(turn)), turn));
            }
            producer.flush();
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (tables.applied() - before < 2L * turns) {
            if (System.nanoTime() > until) {
                throw new IOException((tables.applied() - before) + " of " + 2L * turns + " records are applied after "
                        + PATIENCE.toSeconds() + " s");
            }
            Thread.sleep(LOOK);
        }
        long took = System.nanoTime() - begin;
        setAside.nothing();
        return 2L * turns * 1e9 / took;
    }

    private EventEnvelope event(int turn) {
        return new EventEnvelope(
                        new EventId(UUID.randomUUID()),
                        "message.received",
                        Instant.now().getEpochSecond(),
                        TriggerSource.API,
                        null,
                        Rows.WORKSPACE,
                        Rows.BOT,
                        name + "-" + turn % CONVERSATIONS,
                        null,
                        null,
                        null,
                        ActorContext.user("u1", "Ada"),
                        null,
                        AgentInput.text(entry(turn, false).text()),
                        DeliveryContext.streaming("api"),
                        null,
                        ProtocolCodec.mapper().createObjectNode(),
                        AdapterContext.empty(),
                        "",
                        Instant.now())
                .fingerprinted();
    }

    private static RunResults results(EventEnvelope event, RunId run, RecordPosition position, int turn) {
        var started = new RunStarted(
                event.eventId(),
                event.botId(),
                event.conversationId(),
                null,
                RUNNER,
                Rows.BOT,
                Rows.BOT,
                event.delivery(),
                DeliveryPolicy.defaults(),
                position,
                Instant.now());
        var answer = new MessageCompleted(Message.assistant(entry(turn, true).text()));
        var payloads = List.<ResultPayload>of(started, answer, new RunCompleted("stop", null));
        var frames = new ArrayList<ResultFrame>();
        for (var payload : payloads) {
            frames.add(
                    ResultCodec.frame(frames.size() + 1L, payload, Instant.now().getEpochSecond(), null));
        }
        return new RunResults(
                run, 1, event.workspaceId(), event.conversationKey().value(), frames);
    }

    private static Future<RecordMetadata> send(
            KafkaProducer<byte[], byte[]> producer,
            String topic,
            EventEnvelope event,
            @Nullable RunId run,
            Object value) {
        var key = run == null ? event.conversationKey().value() : run.toString();
        var record = new ProducerRecord<>(
                topic, ConversationPartitioner.of(event.conversationKey()), bytes(key), ProtocolCodec.encode(value));
        var headers = CloudEventHeaders.of(
                run == null ? CloudEventHeaders.EVENT_TYPE : CloudEventHeaders.RESULTS_TYPE,
                key,
                "bench",
                Instant.now(),
                event.workspaceId(),
                null);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            record.headers().add(header.getKey(), bytes(header.getValue()));
        }
        return producer.send(record);
    }

    private static RecordPosition at(Future<RecordMetadata> sent) throws IOException, InterruptedException {
        try {
            var record = sent.get();
            return new RecordPosition(record.topic(), record.partition(), record.offset());
        } catch (ExecutionException e) {
            throw new IOException("a record was not taken", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
