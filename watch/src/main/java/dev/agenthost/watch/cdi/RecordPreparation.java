package dev.agenthost.watch.cdi;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.Decoded;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.watch.preparation.Preparation;
import dev.agenthost.watch.preparation.SampleRecords;
import jakarta.enterprise.context.ApplicationScoped;

/** Reads and writes a record of each topic. */
@ApplicationScoped
class RecordPreparation implements Preparation {
    @Override
    public void prepare() throws Exception {
        for (Class<?> type : SampleRecords.types()) {
            Object record = ProtocolCodec.decode(SampleRecords.of(type), type);
            ProtocolCodec.encode(record);
            if (record instanceof RunResults results) {
                prepare(results);
            }
        }
    }

    /** What a record of results holds is read in a second step. */
    private static void prepare(RunResults results) {
        for (ResultFrame frame : results.results()) {
            if (ResultCodec.decode(frame) instanceof Decoded.Known known) {
                ProtocolCodec.encode(known.payload());
            }
        }
    }
}
