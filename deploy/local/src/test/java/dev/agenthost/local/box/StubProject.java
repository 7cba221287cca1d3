package dev.agenthost.local.box;

import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.settings.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A project whose services and runners are stubs, so that the box itself can be tried in seconds. */
public final class StubProject {
    private StubProject() {}

    public static BoxLayout in(Path directory) throws IOException {
        var layout = new BoxLayout(directory, directory.resolve(".agenthost"));
        for (var service : Service.values()) {
            jar(layout.jar(service));
        }
        jar(layout.echoJar());
        jar(layout.localAgentJar());
        jar(layout.actionGraphJar());
        return layout;
    }

    private static void jar(Path jar) throws IOException {
        Files.createDirectories(jar.getParent());
        var classes = StubService.class.getProtectionDomain().getCodeSource().getLocation();
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StubService.class.getName());
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classes.toString());
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    }
}
