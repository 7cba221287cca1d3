package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.stream.StreamPolicy;
import dev.agenthost.protocol.security.StreamTokenCodec;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/** Provides the settings as plain records. */
@Singleton
class StreamWiring {

    private static final int KEY_BYTES = 32;

    @Produces
    @Singleton
    StreamPolicy policy(StreamSettings settings) {
        return new StreamPolicy(
                settings.keepAlive(),
                settings.pollInterval(),
                settings.bufferBytes(),
                settings.totalBufferBytes().orElse(Runtime.getRuntime().maxMemory() / 4),
                settings.writeTimeout(),
                settings.tailBufferBytes(),
                settings.maxStreams(),
                settings.replayThreads());
    }

    @Produces
    @Singleton
    StreamTokenCodec tokens(StreamTokenSettings settings) {
        List<byte[]> keys = settings.keys().orElse(List.of()).stream()
                .map(key -> Base64.getDecoder().decode(key.strip()))
                .toList();
        return new StreamTokenCodec(keys.isEmpty() ? List.of(randomKey()) : keys);
    }

    private static byte[] randomKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }
}
