package dev.agenthost.platform.observability.cdi;

import dev.agenthost.platform.observability.Preparation;
import dev.agenthost.platform.observability.SampleRecords;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Reads and writes a record of each topic that the service reads or writes; the types of others would only take memory. */
@ApplicationScoped
class RecordPreparation implements Preparation {
    private final Set<String> topics;

    /** @param topics that the service reads or writes */
    RecordPreparation(@ConfigProperty(name = "agenthost.preparation.topics") Set<String> topics) {
        this.topics = topics;
    }

    @Override
    public void prepare() throws UndecodableException {
        for (String topic : topics) {
            Class<?> type = SampleRecords.TYPES.get(topic);
            if (type != null) {
                prepare(type);
            }
        }
    }

    private static void prepare(Class<?> type) throws UndecodableException {
        Object record = ProtocolCodec.decode(SampleRecords.of(type), type);
        ProtocolCodec.encode(record);
        if (record instanceof RunResults results) {
            // The content of a record of results is read in a second step.
            for (ResultFrame frame : results.results()) {
                if (ResultCodec.decode(frame) instanceof DecodeResult.Known known) {
                    ProtocolCodec.encode(known.payload());
                }
            }
        }
    }
}
