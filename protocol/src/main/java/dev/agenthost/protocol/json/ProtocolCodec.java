package dev.agenthost.protocol.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The JSON form of every record: {@code snake_case} names, RFC 3339 times, lower-case constants, no coercion between
 * types, no duplicate keys, at most {@value #MAX_DEPTH} levels, {@value #MAX_DIGITS} digits of a number and {@value
 * #MAX_TOKENS} brackets, names and values. Unknown fields are ignored.
 */
public final class ProtocolCodec {
    /** Most levels of nesting of a document. */
    public static final int MAX_DEPTH = 64;
    /** Longest string, in characters: the largest frame of the runners' wire (16 MiB). */
    public static final int MAX_STRING = 16 * 1024 * 1024;

    /** Most digits of a number, written in full. */
    public static final int MAX_DIGITS = 1000;

    /** Most brackets, names and values of a document that the host writes. */
    public static final int MAX_TOKENS = 1_000_000;

    /** Most brackets, names and values of a document from others: a tree of them takes about 10 MiB. */
    public static final int MAX_TOKENS_OF_OTHERS = 100_000;

    private static final ObjectMapper MAPPER = build(JsonInclude.Include.NON_NULL, MAX_TOKENS);
    private static final ObjectMapper RUNNER_WIRE = build(JsonInclude.Include.ALWAYS, MAX_TOKENS);
    private static final ObjectMapper OF_OTHERS = build(JsonInclude.Include.NON_NULL, MAX_TOKENS_OF_OTHERS);

    private static final ObjectMapper COMPLETE =
            build(JsonInclude.Include.NON_NULL, MAX_TOKENS).setAnnotationIntrospector(new EveryMember());

    private ProtocolCodec() {}

    /** The mapper of topics and REST; it omits nulls. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** The mapper of REST bodies: reads at most {@value #MAX_TOKENS_OF_OTHERS} brackets, names and values. */
    public static ObjectMapper mapperOfOthers() {
        return OF_OTHERS;
    }

    /** The mapper of messages to runners: it writes nulls, as LangBot's wire does. Reads as {@link #mapper()} does. */
    public static ObjectMapper runnerWire() {
        return RUNNER_WIRE;
    }

    /**
     * Builds the readers and writers of these records, which Jackson otherwise builds at the first record. Takes about
     * 10 ms for each type in a process that has just started.
     */
    public static void prepare(Class<?>... records) {
        for (Class<?> record : records) {
            // Making a reader or writer of a type fetches its deserializer or serializer, and those of its components.
            MAPPER.readerFor(record);
            MAPPER.writerFor(record);
        }
    }

    /** UTF-8 JSON without nulls. */
    public static byte[] encode(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("A record cannot be encoded: " + value.getClass(), e);
        }
    }

    /** As {@link #encode(Object)}, as a tree. */
    public static <T extends JsonNode> T tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** As {@link #tree(Object)}, with the empty members that a record leaves out. */
    public static <T extends JsonNode> T completeTree(Object value) {
        return COMPLETE.valueToTree(value);
    }

    /** As {@link #tree(Object)}, with the nulls that LangBot's wire shows. */
    public static <T extends JsonNode> T runnerTree(Object value) {
        return RUNNER_WIRE.valueToTree(value);
    }

    /** Reads one whole document. The error names the field and never repeats what was in it. */
    public static <T> T decode(byte[] json, Class<T> type) throws UndecodableException {
        try {
            return present(MAPPER.readValue(json, type));
        } catch (IOException | IllegalArgumentException e) {
            throw JsonErrorTranslator.of(e);
        }
    }

    /** As {@link #decode(byte[], Class)}, from a tree. */
    public static <T> T decode(JsonNode tree, Class<T> type) throws UndecodableException {
        try {
            return present(MAPPER.treeToValue(tree, type));
        } catch (IOException | IllegalArgumentException e) {
            throw JsonErrorTranslator.of(e);
        }
    }

    /** Reads one whole document as a tree, from text. */
    public static JsonNode readTree(String json) throws UndecodableException {
        try {
            return present(MAPPER.readValue(json, JsonNode.class));
        } catch (IOException | IllegalArgumentException e) {
            throw JsonErrorTranslator.of(e);
        }
    }

    /** Reads one whole document of others as a tree, of at most {@value #MAX_TOKENS_OF_OTHERS} brackets, names and values. */
    public static JsonNode readTree(byte[] json) throws UndecodableException {
        try {
            return present(OF_OTHERS.readValue(json, JsonNode.class));
        } catch (IOException | IllegalArgumentException e) {
            throw JsonErrorTranslator.of(e);
        }
    }

    /** Returns field and reason of an exception of Jackson, for code that reads JSON without this class. */
    public static UndecodableException diagnose(JsonProcessingException thrown) {
        return JsonErrorTranslator.of(thrown);
    }

    private static <T> T present(T value) throws UndecodableException {
        if (value == null) {
            throw new UndecodableException(UndecodableException.ROOT, "is null");
        }
        return value;
    }

    /** Ignores what a record says about members to leave out. */
    private static final class EveryMember extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonInclude.Value findPropertyInclusion(Annotated member) {
            return JsonInclude.Value.empty();
        }
    }

    private static ObjectMapper build(JsonInclude.Include include, int tokens) {
        JsonFactory factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(MAX_STRING)
                        .maxTokenCount(tokens)
                        .build())
                .build();
        return JsonMapper.builder(factory)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .serializationInclusion(include)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                // A number keeps its digits: state and configuration of others pass through us.
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .withCoercionConfig(
                        LogicalType.Textual, text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                // Jackson reads and writes the components of a record; isTerminal() and similar methods are no fields.
                .visibility(PropertyAccessor.FIELD, Visibility.ANY)
                .visibility(PropertyAccessor.GETTER, Visibility.NONE)
                .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
                .addModule(new WireModule())
                .nodeFactory(new BoundedNumbers())
                .build();
    }
}
