package dev.agenthost.gateway.raw;

import dev.agenthost.protocol.store.raw.RawPut;
import java.util.concurrent.CompletionStage;

/** Where payloads are kept. */
public interface RawStore {
    /** Keeps one for each event; fails where it was asked and did not answer, or said no. Never blocks. */
    CompletionStage<RawAnswer> keep(RawPut put);
}
