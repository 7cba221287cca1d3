package dev.agenthost.gateway.rawpayload;

import dev.agenthost.protocol.store.RawPut;
import java.util.concurrent.CompletionStage;

/** Where payloads are kept. */
public interface RawPayloadClient {
    /** Keeps one for each event; fails where it was asked and did not answer, or said no. Never blocks. */
    CompletionStage<RawPayloadResponse> keep(RawPut put);
}
