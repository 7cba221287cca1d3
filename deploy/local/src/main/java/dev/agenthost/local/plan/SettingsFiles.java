package dev.agenthost.local.plan;

import dev.agenthost.local.settings.PropertiesText;
import dev.agenthost.local.settings.Service;
import dev.agenthost.testkit.process.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes {@code config/<process>.properties}. The owner's settings are last, and the last line of a name wins. */
public final class SettingsFiles {
    private SettingsFiles() {}

    public static void write(BoxLayout layout, BoxPlan plan, Map<Service, Map<String, String>> extra)
            throws IOException {
        for (var process : plan.processes()) {
            var label = process.name().label();
            var settings = plan.settings().get(label);
            if (settings == null) {
                continue;
            }
            var text = new StringBuilder(PropertiesText.of(settings));
            var service = Service.of(process.name().name());
            if (service.isPresent()) {
                text.append(owners(layout.extra(service.get())));
                text.append(PropertiesText.of(extra.getOrDefault(service.get(), Map.of())));
            }
            PrivateFiles.write(layout.settings(label), text.toString());
        }
    }

    private static String owners(Path file) throws IOException {
        return Files.exists(file) ? "# " + file + "\n" + Files.readString(file) + "\n" : "";
    }
}
