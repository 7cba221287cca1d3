package dev.agenthost.walk.adapter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.walk.box.FrontDoor;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.message.Encoding;
import io.cloudevents.jackson.JsonFormat;
import io.cloudevents.kafka.CloudEventSerializer;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** An IM adapter as its author would write it: CloudEvents made with the CloudEvents SDK, published to its own topic. */
public final class ImAdapter implements AutoCloseable {

    private static final String TOPIC = "agent.inbound.demo";

    private final Producer<String, CloudEvent> binary;
    private final Producer<String, CloudEvent> structured;

    public ImAdapter(String broker) {
        binary = producer(broker, Map.of(CloudEventSerializer.ENCODING_CONFIG, Encoding.BINARY.toString()));
        structured = producer(
                broker,
                Map.of(
                        CloudEventSerializer.ENCODING_CONFIG,
                        Encoding.STRUCTURED.toString(),
                        CloudEventSerializer.EVENT_FORMAT_CONFIG,
                        JsonFormat.CONTENT_TYPE));
    }

    private static Producer<String, CloudEvent> producer(String broker, Map<String, Object> encoding) {
        var settings = new java.util.HashMap<>(encoding);
        settings.put("bootstrap.servers", broker);
        settings.put("key.serializer", StringSerializer.class.getName());
        settings.put("value.serializer", CloudEventSerializer.class.getName());
        return new KafkaProducer<>(settings);
    }

    /** Publishes in binary mode and returns the id of the resulting run. */
    public String publishBinary(String bot, String conversation, String id, String text) {
        return publish(binary, bot, conversation, id, text);
    }

    /** Publishes in structured mode and returns the id of the resulting run. */
    public String publishStructured(String bot, String conversation, String id, String text) {
        return publish(structured, bot, conversation, id, text);
    }

    /** Publishes in binary mode within an existing trace. */
    public String publishTraced(String bot, String conversation, String id, String text, String traceparent) {
        return publish(binary, bot, conversation, id, text, traceparent);
    }

    /** Publishes any data in binary mode, under that key. */
    public void say(String type, String id, String key, ObjectNode data) {
        send(binary, type, id, key, data, null);
    }

    /** The id of the run of an event. */
    public static String run(String bot, String id) {
        var eventId = EventIds.of("demo", "demo", bot, id);
        return RunIds.of("demo", eventId, 0).value().toString();
    }

    private static String publish(
            Producer<String, CloudEvent> producer, String bot, String conversation, String id, String text) {
        return publish(producer, bot, conversation, id, text, null);
    }

    private static String publish(
            Producer<String, CloudEvent> producer,
            String bot,
            String conversation,
            String id,
            String text,
            String traceparent) {
        ObjectNode data = FrontDoor.JSON.createObjectNode();
        data.put("bot_id", bot).put("conversation_id", conversation).put("text", text);
        data.putObject("actor").put("actor_type", "user").put("actor_id", "walker");
        send(producer, "message.received", id, conversation, data, traceparent);
        return run(bot, id);
    }

    private static void send(
            Producer<String, CloudEvent> producer,
            String type,
            String id,
            String key,
            ObjectNode data,
            String traceparent) {
        var event = CloudEventBuilder.v1()
                .withId(id)
                .withSource(URI.create("/adapters/demo"))
                .withType(type)
                .withData("application/json", data.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .build();
        try {
            var sent = new ProducerRecord<>(TOPIC, key, event);
            if (traceparent != null) {
                sent.headers().add("traceparent", traceparent.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
            producer.send(sent).get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        binary.close();
        structured.close();
    }
}
