package dev.agenthost.platform.rest.http;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;

/** Bounds the JSON that REST reads as a type, in levels and in tokens. */
@Singleton
class JsonLimitsCustomizer implements ObjectMapperCustomizer {
    @Override
    public void customize(ObjectMapper mapper) {
        mapper.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(ProtocolCodec.MAX_DEPTH)
                        .maxTokenCount(ProtocolCodec.MAX_TOKENS_OF_OTHERS)
                        .build());
    }
}
