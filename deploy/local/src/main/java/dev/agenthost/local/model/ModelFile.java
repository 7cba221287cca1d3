package dev.agenthost.local.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code extra/model.properties}: the owner's model for the box's agent. Two lines suffice: {@code name} and {@code key} for
 * OpenAI, {@code name} and {@code url} for an endpoint without a key.
 */
public final class ModelFile {
    private static final String USUAL_URL = "https://api.openai.com/v1";
    private static final Set<String> NAMES = Set.of("name", "url", "key");

    private ModelFile() {}

    /** Returns true if the file was written after that time. A file that was removed is none. */
    public static boolean isNewer(Path file, Instant started) {
        try {
            return Files.getLastModifiedTime(file).toInstant().isAfter(started);
        } catch (IOException absent) {
            return false;
        }
    }

    /**
     * @return empty if there is no such file
     * @throws IOException with the error in the file, never with the key
     */
    public static Optional<ChatModel> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        var unknown = new TreeSet<>(properties.stringPropertyNames());
        unknown.removeAll(NAMES);
        if (!unknown.isEmpty()) {
            throw new IOException(file + " has " + unknown.first() + ", and may have name, url and key only");
        }
        var name = properties.getProperty("name", "").strip();
        if (name.isEmpty()) {
            throw new IOException(file + ": name must be the provider's name of the model");
        }
        var key = properties.getProperty("key", "").strip();
        var url = properties.getProperty("url", USUAL_URL).strip();
        if (!url.matches("https?://[^/\\s]+(/\\S*)?")) {
            throw new IOException(file + ": url must be an http or https address");
        }
        return Optional.of(new ChatModel.Named(url, name, key.isEmpty() ? null : key));
    }
}
