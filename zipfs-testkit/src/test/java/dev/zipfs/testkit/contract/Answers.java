package dev.zipfs.testkit.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Changes some answers of an interface with many questions. */
final class Answers {
    private Answers() {}

    /** An answer of one's own. */
    interface Answer {
        /** Gives it; {@code sound} is what the changed one would have answered. */
        Object give(Sound sound, Object[] arguments) throws Throwable;
    }

    /** Asks the sound one. */
    interface Sound {
        Object ask() throws Throwable;
    }

    /** Answers one question in its own way, whatever the parameters; all others as before. */
    static <T> T changed(Class<T> type, T sound, String question, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Sound as = () -> {
                        try {
                            return method.invoke(sound, arguments);
                        } catch (InvocationTargetException failure) {
                            throw failure.getCause();
                        }
                    };
                    return method.getName().equals(question) ? answer.give(as, arguments) : as.ask();
                }));
    }
}
