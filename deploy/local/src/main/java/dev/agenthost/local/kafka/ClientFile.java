package dev.agenthost.local.kafka;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Settings of a Kafka client in a file of Java properties, as the Kafka tools take them with {@code --command-config}. */
public final class ClientFile {

    private ClientFile() {}

    /** The outcome of reading the file. */
    public sealed interface Reading {

        /** @param values not checked yet: a client may still refuse them */
        record Settings(Map<String, String> values) implements Reading {
            public Settings {
                values = Map.copyOf(values);
            }
        }

        /** @param why a sentence that names the file and repeats none of its contents */
        record Unreadable(String why) implements Reading {}
    }

    public static Reading read(Path file) {
        if (Files.isDirectory(file)) {
            return new Reading.Unreadable(file + " is a directory, not a file of properties.");
        }
        var properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (NoSuchFileException e) {
            return new Reading.Unreadable("There is no file " + file + ".");
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return new Reading.Unreadable(file + " is not a file of properties.");
        } catch (IOException e) {
            return new Reading.Unreadable(
                    file + " cannot be read: " + e.getClass().getSimpleName() + ".");
        }
        var values = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name)));
        return new Reading.Settings(values);
    }
}
