import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { watchFirstPress } from "./audio.ts";
import "./table.css";
import { watchRoute } from "./router.svelte.ts";
import { watchSettings } from "./settings.svelte.ts";

watchSettings();
watchFirstPress();
watchRoute();
mount(App, { target: document.getElementById("app") ?? document.body });
