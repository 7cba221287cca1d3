package dev.agenthost.local.settings;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.testkit.process.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/** {@code keys.json}: created at the first start, readable by its owner only, and reused from then on. */
public final class KeysFile {
    private KeysFile() {}

    /** The keys of this box, created if it has none; keys that an earlier version did not have are added. */
    public static BoxKeys openOrMake(Path file) throws IOException {
        var random = new SecureRandom();
        var known = open(file);
        var keys = known.isPresent() ? known.get().completed(random) : BoxKeys.fresh(random);
        if (known.isEmpty() || !known.get().equals(keys)) {
            PrivateFiles.write(
                    file,
                    ProtocolCodec.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(keys) + "\n");
        }
        return keys;
    }

    /** The keys of this box, if it has been started before. */
    public static Optional<BoxKeys> open(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(ProtocolCodec.mapper().readValue(file.toFile(), BoxKeys.class));
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": move or delete the file to create new keys", e);
        }
    }
}
