package dev.agenthost.local.model;

import dev.agenthost.testkit.model.ScriptedModel;
import java.io.IOException;

/** The scripted model as a process of its own; its argument is its port. */
public final class ScriptedModelMain {
    private ScriptedModelMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var model = new ScriptedModel(Integer.parseInt(arguments[0]), request -> {});
        System.out.println("listening at " + model.baseUrl());
        Thread.currentThread().join();
    }
}
