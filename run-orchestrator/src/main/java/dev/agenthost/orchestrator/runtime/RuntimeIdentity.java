package dev.agenthost.orchestrator.runtime;

import dev.agenthost.orchestrator.wire.Installation;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.orchestrator.wire.Tenant;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.id.UuidV5;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The names of this host and of its plugins for a runtime. A runtime keeps the first names and refuses others, so the names depend on the
 * settings alone: they are the same on every replica and after every restart.
 */
public final class RuntimeIdentity {
    private static final UUID NAMESPACE =
            UuidV5.of(UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "runtimes.agenthost.dev");

    /** Identifies all plugins of the runtime's own folder; it is no name of a plugin, because those have a slash. */
    private static final String BRIDGE = "bridge";

    private final RuntimeSettings settings;
    private final String instance;

    /** @param host the name of this installation on the wire */
    public RuntimeIdentity(RuntimeSettings settings, String host) {
        this.settings = settings;
        this.instance = host + ":" + settings.workspace();
    }

    public String instance() {
        return instance;
    }

    public String runtime() {
        return instance + ":" + settings.name();
    }

    /** @param plugin {@code author/name} */
    public Installation installation(String plugin) {
        String seed = PercentEncoding.encode(settings.workspace()) + "/" + plugin;
        return new Installation(UuidV5.of(NAMESPACE, seed), 1, sha256(seed));
    }

    /** Returns the envelope of the host's requests; null for a runtime without envelopes. */
    public @Nullable Tenant bridge() {
        return settings.generation() == SdkGeneration.LATER
                ? new Tenant(instance, settings.workspace(), installation(BRIDGE))
                : null;
    }

    private static String sha256(String seed) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(seed.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
