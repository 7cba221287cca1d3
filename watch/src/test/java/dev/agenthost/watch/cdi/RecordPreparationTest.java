package dev.agenthost.watch.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.SerializerCache;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.run.Resolution;
import io.quarkus.runtime.StartupEvent;
import java.lang.reflect.Field;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looks into the caches of the codec's mapper: nothing else shows that a record is prepared. */
class RecordPreparationTest {
    @ParameterizedTest
    @ValueSource(
            classes = {EventEnvelope.class, Resolution.class, RunResults.class, AuditEntry.class, DeliveryReceipt.class
            })
    void eachRecordOfATopicHasItsReaderAndItsWriterWhenTheServiceHasStarted(Class<?> record) throws Exception {
        new RecordPreparation().start(new StartupEvent());

        ObjectMapper mapper = (ObjectMapper) value(ProtocolCodec.class, "MAPPER", null);
        Map<?, ?> readers = (Map<?, ?>) value(ObjectMapper.class, "_rootDeserializers", mapper);
        SerializerCache writers =
                (SerializerCache) value(SerializerProvider.class, "_serializerCache", mapper.getSerializerProvider());
        assertThat(readers.get(mapper.constructType(record))).isNotNull();
        assertThat(writers.typedValueSerializer(mapper.constructType(record))).isNotNull();
    }

    private static Object value(Class<?> type, String field, Object of) throws ReflectiveOperationException {
        Field declared = type.getDeclaredField(field);
        declared.setAccessible(true);
        return declared.get(of);
    }
}
