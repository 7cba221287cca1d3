package dev.agenthost.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Times as RFC 3339 in UTC, constants by their wire names. */
final class WireModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    WireModule() {
        super("agenthost");
        addSerializer(Instant.class, new InstantWriter());
        addDeserializer(Instant.class, new InstantReader());
        addSerializer(WireName.class, new NameWriter());
        addKeySerializer(WireName.class, new KeyWriter());
        setDeserializerModifier(new NameReaders());
    }

    private static final class InstantWriter extends JsonSerializer<Instant> {
        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.toString());
        }
    }

    private static final class InstantReader extends StdDeserializer<Instant> {
        private static final long serialVersionUID = 1L;

        InstantReader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (in.currentToken() != JsonToken.VALUE_STRING) {
                return (Instant) context.handleUnexpectedToken(Instant.class, in);
            }
            try {
                return Instant.parse(in.getText());
            } catch (DateTimeParseException e) {
                return (Instant) context.handleWeirdStringValue(Instant.class, in.getText(), "not an RFC 3339 time");
            }
        }
    }

    private static final class NameWriter extends JsonSerializer<WireName> {
        @Override
        public void serialize(WireName value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.wire());
        }
    }

    private static final class KeyWriter extends JsonSerializer<WireName> {
        @Override
        public void serialize(WireName value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeFieldName(value.wire());
        }
    }

    private static final class NameReader extends StdDeserializer<Object> {
        private static final long serialVersionUID = 1L;
        private final Class<?> type;

        NameReader(Class<?> type) {
            super(type);
            this.type = type;
        }

        @Override
        public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (in.currentToken() != JsonToken.VALUE_STRING) {
                return context.handleUnexpectedToken(type, in);
            }
            Object constant = constant(type, in.getText());
            return constant != null ? constant : context.handleWeirdStringValue(type, in.getText(), "unknown name");
        }
    }

    private static final class KeyReader extends KeyDeserializer {
        private final Class<?> type;

        KeyReader(Class<?> type) {
            this.type = type;
        }

        @Override
        public Object deserializeKey(String key, DeserializationContext context) throws IOException {
            Object constant = constant(type, key);
            return constant != null ? constant : context.handleWeirdKey(type, key, "unknown name");
        }
    }

    private static final class NameReaders extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonDeserializer<?> modifyEnumDeserializer(
                DeserializationConfig config, JavaType type, BeanDescription bean, JsonDeserializer<?> standard) {
            return WireName.class.isAssignableFrom(type.getRawClass()) ? new NameReader(type.getRawClass()) : standard;
        }

        @Override
        public KeyDeserializer modifyKeyDeserializer(
                DeserializationConfig config, JavaType type, KeyDeserializer standard) {
            return WireName.class.isAssignableFrom(type.getRawClass()) ? new KeyReader(type.getRawClass()) : standard;
        }
    }

    private static @Nullable Object constant(Class<?> type, String wire) {
        for (Object constant : type.getEnumConstants()) {
            if (((WireName) constant).wire().equals(wire)) {
                return constant;
            }
        }
        return null;
    }
}
