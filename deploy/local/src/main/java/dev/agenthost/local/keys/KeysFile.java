package dev.agenthost.local.keys;

import dev.agenthost.local.process.PrivateFiles;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/** {@code keys.json}: made at the first start, readable by its owner only, kept from then on. */
public final class KeysFile {
    private KeysFile() {}

    /** The keys of this box, made now if it has none. */
    public static BoxKeys openOrMake(Path file) throws IOException {
        var known = open(file);
        if (known.isPresent()) {
            return known.get();
        }
        var fresh = BoxKeys.fresh(new SecureRandom());
        PrivateFiles.write(
                file, ProtocolCodec.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(fresh) + "\n");
        return fresh;
    }

    /** The keys of this box, if it has been started before. */
    public static Optional<BoxKeys> open(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(ProtocolCodec.mapper().readValue(file.toFile(), BoxKeys.class));
        } catch (IOException e) {
            throw new IOException("cannot read " + file + ": move it away to get new keys", e);
        }
    }
}
