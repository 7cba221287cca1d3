package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.runtime.RuntimeSettings;
import dev.agenthost.orchestrator.runtime.WorkerPolicy;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The runtimes that this service dials, by name. */
@ConfigMapping(prefix = "agenthost.runtimes")
public interface RuntimesSettings {
    @WithParentName
    Map<String, OneRuntime> runtimes();

    interface OneRuntime {
        String url();

        String workspace();

        Optional<String> controlToken();

        /** The name of a secret, {@code agenthost.secrets."NAME"}, instead of the token itself. */
        Optional<String> controlTokenRef();

        @WithDefault("later")
        String generation();

        @WithDefault(RuntimeSettings.OSS_DEV)
        String profile();

        /** {@code author/name}, {@code author/*} or {@code *}. */
        @WithDefault("*")
        Set<String> plugins();

        Policy workerPolicy();
    }

    interface Policy {
        @WithDefault("1.0")
        double maxCpus();

        @WithDefault("512")
        int maxMemoryMb();

        @WithDefault("256")
        int maxPids();

        @WithDefault("1024")
        int maxOpenFiles();

        @WithDefault("64")
        int maxFileSizeMb();
    }

    /** Returns the checked runtimes; an {@link IllegalArgumentException} names an invalid setting. */
    default List<RuntimeSettings> checked(Function<String, Optional<String>> secrets) {
        List<RuntimeSettings> all = new ArrayList<>();
        Map<URI, String> urls = new HashMap<>();
        runtimes().forEach((name, one) -> {
            RuntimeSettings settings = checked(name, one, secrets);
            String other = urls.putIfAbsent(settings.url(), name);
            if (other != null) {
                throw new IllegalArgumentException(RuntimeSettings.setting(
                        name, "url: is that of \"" + other + "\" too; a runtime takes one host"));
            }
            all.add(settings);
        });
        return all;
    }

    private static RuntimeSettings checked(String name, OneRuntime one, Function<String, Optional<String>> secrets) {
        return new RuntimeSettings(
                name,
                RuntimeSettings.url(name, one.url()),
                one.workspace(),
                token(name, one, secrets),
                RuntimeSettings.generation(name, one.generation()),
                policy(name, one.workerPolicy()),
                one.profile(),
                one.plugins());
    }

    private static @Nullable String token(String name, OneRuntime one, Function<String, Optional<String>> secrets) {
        Optional<String> ref = one.controlTokenRef();
        if (ref.isEmpty()) {
            return one.controlToken().orElse(null);
        }
        if (one.controlToken().isPresent()) {
            throw new IllegalArgumentException(
                    RuntimeSettings.setting(name, "control-token-ref: there is a control-token as well"));
        }
        return secrets.apply(ref.get())
                .orElseThrow(() -> new IllegalArgumentException(
                        RuntimeSettings.setting(name, "control-token-ref: there is no secret " + ref.get())));
    }

    private static WorkerPolicy policy(String name, Policy policy) {
        try {
            return new WorkerPolicy(
                    policy.maxCpus(),
                    policy.maxMemoryMb(),
                    policy.maxPids(),
                    policy.maxOpenFiles(),
                    policy.maxFileSizeMb());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(RuntimeSettings.setting(name, "worker-policy." + e.getMessage()), e);
        }
    }
}
