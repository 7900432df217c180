import { ScatterChart } from 'echarts/charts';
import { use } from 'echarts/core';
import ChartView from './ChartView.tsx';

// What charts of points need.
use([ScatterChart]);

export default ChartView;
