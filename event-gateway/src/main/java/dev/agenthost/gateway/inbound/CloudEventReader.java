package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Unwraps CloudEvents 1.0 in structured mode ({@code content-type: application/cloudevents+json}) and in binary mode
 * ({@code ce_*} headers). Without these headers, the members of the value distinguish a structured event from a bare body.
 *
 * <p>Reads {@code id}, {@code type}, {@code time}, {@code subject} and {@code traceparent}. {@code source} is required, as by CloudEvents,
 * and ignored: the topic alone identifies the adapter.
 */
final class CloudEventReader {

    private static final String STRUCTURED = "application/cloudevents";
    private static final String BINARY_PREFIX = "ce_";

    private CloudEventReader() {}

    static InboundMessage unwrap(InboundRecord record, byte[] value) throws UndecodableException {
        String contentType = record.header("content-type");
        if (mediaType(contentType).startsWith(STRUCTURED)) {
            if (!mediaType(contentType).equals(STRUCTURED + "+json")) {
                throw new UndecodableException(
                        "content-type", "is not supported; send CloudEvents in JSON format, one event per record");
            }
            return structured(ProtocolCodec.readTree(value), record);
        }
        if (record.header(BINARY_PREFIX + "specversion") != null || record.header(BINARY_PREFIX + "id") != null) {
            requireJson(contentType, "content-type");
            return binary(record, ProtocolCodec.readTree(value));
        }
        JsonNode body = ProtocolCodec.readTree(value);
        return body.path("specversion").isTextual() && body.path("bot_id").isMissingNode()
                ? structured(body, record)
                : InboundMessage.bare(body, record.header("traceparent"));
    }

    private static InboundMessage structured(JsonNode event, InboundRecord record) throws UndecodableException {
        if (!event.isObject()) {
            throw new UndecodableException(UndecodableException.ROOT, "must be a JSON object");
        }
        for (String name : new String[] {"specversion", "id", "source", "type", "time", "subject", "datacontenttype"}) {
            if (event.hasNonNull(name) && !event.path(name).isTextual()) {
                throw new UndecodableException(name, "must be a string");
            }
        }
        requireJson(event.path("datacontenttype").textValue(), "datacontenttype");
        return read(data(event), name -> event.path(name).textValue(), "", record);
    }

    private static JsonNode data(JsonNode event) throws UndecodableException {
        if (event.hasNonNull("data")) {
            return event.get("data");
        }
        if (!event.path("data_base64").isTextual()) {
            throw new UndecodableException("data", "is missing");
        }
        try {
            return ProtocolCodec.readTree(
                    Base64.getDecoder().decode(event.path("data_base64").textValue()));
        } catch (IllegalArgumentException e) {
            throw new UndecodableException("data_base64", "is not base64");
        }
    }

    private static InboundMessage binary(InboundRecord record, JsonNode data) throws UndecodableException {
        return read(data, name -> record.header(BINARY_PREFIX + name), BINARY_PREFIX, record);
    }

    private static InboundMessage read(
            JsonNode data, Function<String, @Nullable String> attributes, String prefix, InboundRecord record)
            throws UndecodableException {
        if (!"1.0".equals(attributes.apply("specversion"))) {
            throw new UndecodableException(prefix + "specversion", "is not 1.0");
        }
        required(attributes, "source", prefix);
        String traceparent = attributes.apply("traceparent");
        return new InboundMessage(
                data,
                required(attributes, "id", prefix),
                required(attributes, "type", prefix),
                time(attributes.apply("time"), prefix),
                attributes.apply("subject"),
                traceparent == null ? record.header("traceparent") : traceparent);
    }

    private static String required(Function<String, @Nullable String> attributes, String name, String prefix)
            throws UndecodableException {
        String value = attributes.apply(name);
        if (value == null || value.isBlank()) {
            throw new UndecodableException(prefix + name, "is missing or empty");
        }
        return value;
    }

    private static @Nullable Instant time(@Nullable String text, String prefix) throws UndecodableException {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new UndecodableException(prefix + "time", "must be an RFC 3339 time");
        }
    }

    private static void requireJson(@Nullable String contentType, String where) throws UndecodableException {
        String type = mediaType(contentType);
        if (!type.isEmpty()
                && !type.equals("application/json")
                && !type.equals("text/json")
                && !type.endsWith("+json")) {
            throw new UndecodableException(where, "is not JSON");
        }
    }

    /** Returns the type in lower case, without parameters, or "". */
    private static String mediaType(@Nullable String contentType) {
        return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
